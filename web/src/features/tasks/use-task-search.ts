import { useState } from 'react'
import type { Task } from '#shared/contract/tasks.ts'

/**
 * What stands in the search box. It narrows the page on screen as it is typed; `searched` is what the server has
 * been asked for, and typing on leaves those results.
 */
export function useTaskSearch(searched: string, leaveResults: () => void) {
  const [typed, setTyped] = useState({ text: searched, besides: searched })
  // Back and forward change what was searched; the box follows.
  const text = typed.besides === searched ? typed.text : searched

  function setText(next: string) {
    const leaves = searched !== '' && next.trim() !== searched
    setTyped({ text: next, besides: leaves ? '' : searched })
    if (leaves) leaveResults()
  }

  const words = text.trim()
  // The server has its own idea of what matches; what it found is not narrowed by the same words again.
  const isNarrowing = words !== '' && words !== searched
  const narrow = (tasks: readonly Task[]) =>
    isNarrowing ? tasks.filter(task => matches(task, words)) : tasks

  return { text, words, setText, isNarrowing, narrow }
}

function matches({ title, project_name, assignee_name }: Task, words: string) {
  return [title, project_name, assignee_name].some(text => text.toLowerCase().includes(words.toLowerCase()))
}
