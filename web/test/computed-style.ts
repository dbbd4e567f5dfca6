/**
 * What a query by role asks of every ancestor of every element. Without style sheets, which component tests don't load,
 * an element's tag and the style attributes say it; working out all properties of all ancestors took a tenth of all tests'
 * processor time. Everything else is asked of happy-dom.
 */
export function answerCommonStylesQuickly() {
  const whole = window.getComputedStyle.bind(window)
  const displayOfTag = new Map<string, string>()

  const displayOf = (element: Element, style: CSSStyleDeclaration) => {
    // An open dialog is shown and a closed one is not.
    const isByTag = element.isConnected && !element.hasAttribute('style') && element.localName !== 'dialog'
    if (!isByTag) return style.display
    const known = displayOfTag.get(element.localName)
    if (known !== undefined) return known
    displayOfTag.set(element.localName, style.display)
    return style.display
  }
  const visibilityOf = (element: Element, style: CSSStyleDeclaration) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (at.getAttribute('style')?.includes('visibility')) return style.visibility
    return ''
  }

  window.getComputedStyle = (element, pseudoElement) => {
    const style = whole(element, pseudoElement)
    if (pseudoElement) return style
    const answer = (name: string | symbol) => {
      if (name === 'display') return displayOf(element, style)
      if (name === 'visibility') return visibilityOf(element, style)
      return undefined
    }
    return new Proxy(style, {
      get(target, name) {
        if (name === 'getPropertyValue')
          return (property: string) => answer(property) ?? target.getPropertyValue(property)
        const value = answer(name) ?? Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
}
