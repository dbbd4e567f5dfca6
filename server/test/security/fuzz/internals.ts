/** What no answer may tell: stacks, SQL, and paths of the server. */
export const internals =
  /\bat \S+ \(|\.[tj]s:\d|node_modules|node:internal|sqlite|postgres|kysely|constraint|relation "|syntax error|select .+ from|insert into|update .+ set |ENOENT|EACCES|ECONN|\/tmp\/|\/home\/|\/usr\/|undefined is not|cannot read prop/i
