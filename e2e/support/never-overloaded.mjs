// Preloaded into a server: the processor time of its event loop is always zero, so it never refuses a request because of
// overload. On a busy machine a single tick can take more processor time than the server allows.
// server/test/overload.http.test.ts and tests/faults/load.faults.ts test overload.
process.threadCpuUsage = () => ({ user: 0, system: 0 })
