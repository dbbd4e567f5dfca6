/** The server marks its page where mail is set up, so that the pages before a sign-in need no call to know it. */
export const hasMail = () => 'mail' in document.documentElement.dataset
