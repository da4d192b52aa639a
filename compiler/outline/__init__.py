"""A program in words with its flow kept: what diagrams (and later the rulebook) are made of."""
