"""Programs as pictures: an abstract diagram, and its forms as DOT and Mermaid text."""
