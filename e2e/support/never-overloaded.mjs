// Preloaded into a server: the processor time of its event loop is always zero, so it refuses no request as overloaded. On a
// machine that is busy with other programs, a single tick can take more processor time than the server allows.
// server/test/overload.http.test.ts and tests/faults/load.faults.ts test overload.
process.threadCpuUsage = () => ({ user: 0, system: 0 })
