// The script of /api/docs: Swagger UI on the API's own description. No part of the app, which never loads it.
import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './theme/api-docs.scss'

/** As web/src/lib/sign-in.ts keeps it. */
const storedToken = () => localStorage.getItem('token')

const darkSystem = matchMedia('(prefers-color-scheme: dark)')
function showTheme() {
  const stored = localStorage.getItem('theme')
  const isDark = stored === 'dark' || (stored !== 'light' && darkSystem.matches)
  document.documentElement.dataset.bsTheme = isDark ? 'dark' : 'light'
  document.documentElement.classList.toggle('dark-mode', isDark)
}

const ui = swaggerUi({
  url: '/api/openapi.json',
  dom_id: '#docs',
  // Swagger UI would send the description to its own server to validate it.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'example',
  displayRequestDuration: true,
  tryItOutEnabled: true,
  requestSnippetsEnabled: false,
  onComplete: authorizeFromStorage,
})

/** "Try it out" acts as the user who is signed in to the app in this browser. */
function authorizeFromStorage() {
  const token = storedToken()
  if (token) ui.preauthorizeApiKey('token', token)
  else ui.authActions.logout(['token'])
}

showTheme()
darkSystem.addEventListener('change', showTheme)
window.addEventListener('storage', ({ key }) => {
  if (key === 'theme' || key === null) showTheme()
  if (key === 'token' || key === null) authorizeFromStorage()
})
