// Preloaded (`node --import`) into child processes. The channel to the parent closes when the parent ends, even by
// SIGKILL. The child then gets SIGTERM, and SIGKILL if it takes longer than the longest STOP_DELAY and its end.
process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 80_000).unref()
  process.kill(process.pid, 'SIGTERM')
})
// The channel must not keep the child alive.
process.channel?.unref()
// Test workers inherit the child's arguments, but use their channel for something else, so the option is removed.
const here = process.execArgv.indexOf(import.meta.url)
if (here > 0) process.execArgv.splice(here - 1, 2)
