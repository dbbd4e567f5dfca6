import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Role, roles } from '#shared/roles.ts'
import { searchNow } from '../../lib/url-query.ts'

/** The filters of the list, kept in the URL so that Back and reload find them again. */
export function useUserFilter() {
  const [params, setParams] = useSearchParams()
  // Kept here too: the URL follows a moment later, and neither field must wait for it.
  const [search, setSearch] = useState(params.get('search') ?? '')
  const [role, setRole] = useState(() => roleIn(params.get('role')))

  function change(name: string, value: string) {
    const next = new URLSearchParams(searchNow())
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }

  return {
    search,
    role,
    onSearch(text: string) {
      setSearch(text)
      change('search', text)
    },
    onRole(value: string) {
      setRole(roleIn(value))
      change('role', value)
    },
    clear() {
      setSearch('')
      setRole('')
      setParams({}, { replace: true })
    },
  }
}

const roleIn = (text: string | null): Role | '' => roles.find(role => role === text) ?? ''
