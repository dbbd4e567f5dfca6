import { Component, type ReactNode } from 'react'
import { NotLoaded } from '../lib/lazily.ts'
import { ErrorPage } from './error-page.tsx'
import { LoadFailure } from './load-failure.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** A new value gives the content another chance: the next page is not to blame for the last one. */
  resetKey?: string
  /** Around a part of a page: the rest of the page stays. */
  isPart?: boolean
  /** Around a dialog: that it could not be loaded is said in one, and this closes it. */
  onClose?: () => void
}

/** Also catches a page whose script could not be loaded, as after an update of the server. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.error && previous.resetKey !== this.props.resetKey) this.retry()
  }

  retry = () => {
    const { error } = this.state
    if (error instanceof NotLoaded) error.forget()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    const { isPart, onClose, children } = this.props
    if (error instanceof NotLoaded)
      return <LoadFailure isPart={isPart} isLate={error.isLate} onRetry={this.retry} onClose={onClose} />
    return error ? <ErrorPage /> : children
  }
}
