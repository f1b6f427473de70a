"""``docassay check``: derives answers again from what was rendered, and compares.

Nothing here imports a generator, a page renderer or a writer of docassay; import-linter holds that. What a form
shows is read from its PDF, character by character, and compared with every record that claims something about it.
"""
