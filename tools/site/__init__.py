"""A game as a folder of pages with pictures, for `rulewright graph --site`.

`pages` says what has a page, `page_text` writes one, `site` draws the pictures and puts it all into a folder.
"""
