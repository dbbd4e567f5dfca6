/** What password managers take for the account of a password field: the user name of its form, which is not seen. */
export function accountOfPassword(password: HTMLElement) {
  const field = password.closest('form')?.querySelector<HTMLInputElement>('[autocomplete="username"]')
  return field?.matches('.visually-hidden[aria-hidden="true"][tabindex="-1"]') ? field.value : undefined
}
