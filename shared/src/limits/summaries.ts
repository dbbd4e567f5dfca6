/** People of a group, blockers and projects in one summary. */
export const peopleMax = 500
export const blockersMax = 50
export const projectsMax = 100
/** Characters of a blocker. */
export const blockerCut = 300
/** In a mail: names of a group, and lines of a list. The page has the rest. */
export const mailedPeople = 60
export const mailedLines = 12
