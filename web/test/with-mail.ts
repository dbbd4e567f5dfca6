import { onTestFinished } from 'vitest'

/** Marks the page as the server does where mail is set up. */
export function withMail() {
  const { dataset } = document.documentElement
  dataset.mail = ''
  onTestFinished(() => {
    delete dataset.mail
  })
}
