import { type Role, roles } from '#shared/roles.ts'
import { hueCount, type Look, textureCount } from '../components/chart/stacked-bars.tsx'

/** A project, person or role has the same hue on every screen. */
export function hueOf(id: number | string): number {
  return (typeof id === 'number' ? id : roles.indexOf(id as Role)) % hueCount
}

/**
 * The looks of the parts of one picture. Each hue has its own texture, so a project looks the same on every screen. If
 * several ids share a hue, the later ones take textures that are free.
 */
export function looksOf(ids: readonly (number | string)[]): Look[] {
  const used = new Set<number>()
  const owned = new Set(ids.map(hueOf))
  return ids.map(id => {
    const hue = hueOf(id)
    const free = textures.find(each => !used.has(each) && !owned.has(each))
    const texture = used.has(hue) ? (free ?? hue) : hue
    used.add(texture)
    return { hue, texture }
  })
}

const textures = Array.from({ length: textureCount }, (_, index) => index)

export const lookOf = (id: number | string): Look => ({ hue: hueOf(id), texture: 0 })

export const otherLook: Look = { hue: 'other', texture: 0 }
