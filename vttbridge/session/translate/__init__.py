"""Wire messages to a table's wishes, and a table's answers to wire messages. Pure; decides nothing."""
