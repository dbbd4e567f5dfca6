// Imported first by every program that writes data: the database holds the key that signs tokens, so no file may be
// readable by other accounts of the machine, not even for a moment. Worker threads share the mask of their process.
process.umask(0o077)
