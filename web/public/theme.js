// Runs before the first paint; web/src/lib/theme.ts takes over when the app has loaded.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch {
    // Storage may be blocked. The page then has the system's theme.
  }
  if (choice !== 'light' && choice !== 'dark') {
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.bsTheme = choice
})()
