// The script of /api/docs: Swagger UI on the API's own description. The app never loads it.
import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './theme/api-docs.scss'

/** The same key as in web/src/lib/sign-in.ts. */
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
  defaultModelExpandDepth: 3,
  defaultModelRendering: 'example',
  displayRequestDuration: true,
  plugins: [adaptComponents],
  requestInterceptor: preferAccessToken,
  onComplete: authorizeFromStorage,
})

type Request = { headers: Record<string, string> }

/** The server reads the sign-in first, but a user who enters an access token here wants to see what that token may do. */
function preferAccessToken(request: Request): Request {
  if (request.headers.Authorization) delete request.headers['x-auth-token']
  return request
}

type System = {
  React: { createElement(type: unknown, props: object | null, ...children: unknown[]): unknown }
}

/** Changes to the components of Swagger UI. */
function adaptComponents() {
  type AuthorizeProps = {
    onClick: () => void
    showPopup: boolean
    getComponent: (name: string, isContainer: boolean) => unknown
  }
  type ResponseProps = { code: string; response: { delete(key: string): unknown } }
  type Schemes = { filter(keep: (scheme: { has(name: string): boolean }) => boolean): Schemes }
  return {
    statePlugins: {
      auth: {
        wrapSelectors: {
          // "Use a token" would offer the token of the metrics too, and set the focus on its field. The call of the
          // metrics still asks for it.
          definitionsToAuthorize:
            (definitionsToAuthorize: (...values: unknown[]) => Schemes) =>
            (...values: unknown[]) =>
              definitionsToAuthorize(...values).filter(scheme => !scheme.has('metricsToken')),
        },
      },
    },
    wrapComponents: {
      // All failures have the same body: only 400 shows it, with its messages by field.
      response:
        (Response: unknown, { React }: System) =>
        (props: ResponseProps) => {
          const isBrief = Number(props.code) > 400
          return React.createElement(
            Response,
            isBrief ? { ...props, response: props.response.delete('content') } : props,
          )
        },
      // Swagger UI's button says "Authorize", though a signed-in user is authorized already.
      authorizeBtn:
        (_button: unknown, { React }: System) =>
        ({ onClick, showPopup, getComponent }: AuthorizeProps) =>
          React.createElement(
            'div',
            { className: 'auth-wrapper' },
            React.createElement(
              'button',
              { type: 'button', className: 'btn authorize', onClick },
              'Use a token',
            ),
            showPopup ? React.createElement(getComponent('authorizationPopup', true), null) : null,
          ),
      // Swagger UI gives the button that closes a dialog no name.
      CloseIcon:
        (Icon: unknown, { React }: System) =>
        (props: object) =>
          React.createElement(
            'span',
            null,
            React.createElement('span', { className: 'visually-hidden' }, 'Close'),
            React.createElement(Icon, props),
          ),
      // Plain text, because a link inside the button that opens a call can't be reached by keyboard. Opening sets the URL.
      DeepLink:
        (_link: unknown, { React }: System) =>
        ({ text }: { text: unknown }) =>
          React.createElement('span', null, text),
      // Swagger UI gives its select no label.
      Select:
        (Select: unknown, { React }: System) =>
        (props: object) =>
          React.createElement(
            'label',
            null,
            React.createElement('span', { className: 'visually-hidden' }, 'Value'),
            React.createElement(Select, props),
          ),
      // Scrollable code must be reachable by keyboard.
      HighlightCode:
        (Code: unknown, { React }: System) =>
        (props: object) =>
          React.createElement(
            'div',
            { className: 'docs-code', role: 'group', 'aria-label': 'Code', tabIndex: 0 },
            React.createElement(Code, props),
          ),
    },
  }
}

let isAuthorized = false

/** "Try it out" acts as the user who is signed in to the app in this browser. */
function authorizeFromStorage() {
  const token = storedToken()
  if (token) ui.preauthorizeApiKey('token', token)
  else if (isAuthorized) ui.authActions.logout(['token'])
  isAuthorized = token !== null
}

showTheme()
darkSystem.addEventListener('change', showTheme)
window.addEventListener('storage', ({ key }) => {
  if (key === 'theme' || key === null) showTheme()
  if (key === 'token' || key === null) authorizeFromStorage()
})
