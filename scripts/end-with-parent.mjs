// Preloaded (`node --import`) into children: when the channel to the parent closes, the parent is gone, be it
// killed hard, and the child ends as if asked to; after ten seconds it ends in any case.
process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000).unref()
  process.kill(process.pid, 'SIGTERM')
})
// The channel alone must not keep the child alive.
process.channel?.unref()
// Nor is this for the child's own children (test workers inherit the arguments): they need their channel.
const here = process.execArgv.indexOf(import.meta.url)
if (here > 0) process.execArgv.splice(here - 1, 2)
