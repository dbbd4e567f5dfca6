/** One of Bootstrap's icons, imported with `?raw`; decoration only, the text beside it carries the meaning. */
export function Icon({ svg, className = '' }: { svg: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the icon package, never user input
    <span className={`icon ${className}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  )
}
