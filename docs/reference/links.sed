# The guide's links to files that the reference has not become plain text.
s/\[\([^]]*\)\]([^):]*)/\1/g
