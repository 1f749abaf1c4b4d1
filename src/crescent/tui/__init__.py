"""The terminal app: the whole game by mouse or keys. It needs the extra `tui`; nothing else imports it."""
