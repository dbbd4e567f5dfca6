import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** A new value gives the content another chance: the next page is not to blame for the last one. */
  resetKey?: string
}

/** Also catches a page whose script could not be loaded, as after an update of the server. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children
  }
}
