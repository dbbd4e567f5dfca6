import { formatCount } from '#shared/numbers.ts'
import '../startup/private-umask.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { registerInput } from '#shared/contract/sign-in.ts'
import { mailProblem } from '#shared/mail-problems.ts'
import { messages } from '#shared/messages.ts'
import { type Config, readConfigWithFile, readProcessConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { connect } from '../db/connect.ts'
import { groupCommit } from '../db/group-commit.ts'
import { isNewDatabase } from '../db/is-new-database.ts'
import { recount } from '../db/recount.ts'
import { byCommand, emit } from '../events/event.ts'
import { resumeMail } from '../features/failed-mails/failed-mails.service.ts'
import { adoptFiles, refuseUnknownFiles } from '../features/files/adopt-files.service.ts'
import { rebuildIndex } from '../features/search/build-index.service.ts'
import { deleteSetupCodes } from '../features/sign-in/setup.service.ts'
import { eraseByEmail } from '../features/users/erase-user.service.ts'
import { resetSecondStep, setPassword } from '../features/users/users.service.ts'
import { Refusal } from '../http/refusals.ts'
import { validate } from '../http/validate.ts'
import { findLiveUserByEmail } from '../identity/accounts.queries.ts'
import { createAccount } from '../identity/accounts.ts'
import { setPasswordLogin } from '../identity/password-policy.ts'
import { CommandError } from '../lib/command-error.ts'
import { fileFolder } from '../lib/disk.ts'
import { MailError, smtpMailer } from '../mail/mailer.ts'
import { testMail } from '../mail/test-mail.ts'
import { openContext } from '../startup/open-context.ts'
import { explain } from '../startup/run.ts'
import { openStorage } from '../storage/open-storage.ts'
import { archiveCommands, type SettingsCommand } from './archive-commands.ts'
import { giveToOwner } from './give-to-owner.ts'
import { ranBy } from './ran-by.ts'

const usage = `Administration commands. The server can keep running:

  npm run admin -- create <email> <name>       creates an administrator
  npm run admin -- reset-password <email>      sets a new password and signs the user out everywhere
  npm run admin -- reset-second-step <email>   removes the authenticator app, passkeys and recovery codes of a user,
                                               and signs the user out everywhere
  npm run admin -- password-login <on|off>     on: passwords work for everyone, whatever OIDC_ONLY says
  npm run admin -- erase <email>               replaces a deleted user's name and email everywhere
  npm run admin -- recount                     rebuilds the counters behind lists, hours and logged time
  npm run admin -- reindex                     rebuilds the index that searches use
  npm run admin -- test-mail <email>           sends a test email
  npm run admin -- resume-mail                 turns email and webhooks on again after a restore
  npm run admin -- adopt-files                 connects this database to its file store after you moved the files;
                                               with --anyway also if some are missing (unknown files are moved
                                               to another folder)
  npm run admin -- backup [file]               writes the database and files to one archive
  npm run admin -- verify <file>               checks that an archive is complete and can be restored

Stop the server first:

  npm run admin -- restore <file>              replaces all data with an archive, and says how to go back

Settings come from the environment and .env; --env-file <path> reads them from a systemd environment file instead.
The command generates and prints a strong password. To set your own, add --password-stdin and pass it on
standard input:  echo "$PASSWORD" | npm run --silent admin -- reset-password ada@example.com --password-stdin
`

const passwordInput = z.pick(registerInput, { email: true, password: true })
const emailInput = z.pick(registerInput, { email: true })

type Options = { password: string; anyway: boolean }

type Command = {
  /** The names of its arguments in the usage. */
  takes: string
  needsPassword: boolean
  /** Whether the command creates a missing database. Every other command is refused without one. */
  mayCreate?: (options: Options) => boolean
  /** Refuses before a database is created or migrated. */
  check?: (config: Config, options: Options) => Promise<void>
  run: (ctx: Context, args: string[], options: Options) => Promise<string>
}

const commands: Record<string, Command> = {
  create: {
    takes: '<email> <name>',
    needsPassword: true,
    // It creates the first administrator of a new installation.
    mayCreate: () => true,
    async run(ctx, [email, name], { password }) {
      const input = validate(registerInput, { email, name, password, role: 'admin' })
      const user = await createAccount(ctx, input)
      await deleteSetupCodes(ctx.db)
      return `${user.name} <${user.email}> is now an administrator.`
    },
  },
  'reset-password': {
    takes: '<email>',
    needsPassword: true,
    async run(ctx, [email = ''], { password }) {
      const input = validate(passwordInput, { email, password })
      const user = await findLiveUserByEmail(ctx.db, input.email)
      if (!user) throw new CommandError(`There is no account with the email ${input.email}.`)
      await setPassword(ctx, user.id, input.password)
      return `Password changed for ${user.name} <${user.email}>. They're signed out everywhere.`
    },
  },
  'reset-second-step': {
    takes: '<email>',
    needsPassword: false,
    async run(ctx, [email = '']) {
      const input = validate(emailInput, { email })
      const user = await findLiveUserByEmail(ctx.db, input.email)
      if (!user) throw new CommandError(`There is no account with the email ${input.email}.`)
      const hadOne = await resetSecondStep(ctx, user.id)
      return hadOne
        ? `Second step removed for ${user.name} <${user.email}>. They're signed out everywhere.`
        : `${user.name} <${user.email}> has no second step.`
    },
  },
  'password-login': {
    takes: '<on|off>',
    needsPassword: false,
    async run(ctx, [choice]) {
      if (choice !== 'on' && choice !== 'off')
        throw new CommandError('Say on or off: npm run admin -- password-login on')
      await groupCommit(ctx.db, trx => setPasswordLogin(trx, choice === 'on'))
      const { passwordLoginOn, passwordLoginOff } = messages.singleSignOn
      return choice === 'on' ? passwordLoginOn : passwordLoginOff(ctx.config.oidc?.isOnly === true)
    },
  },
  erase: {
    takes: '<email>',
    needsPassword: false,
    async run(ctx, [email = '']) {
      const input = validate(emailInput, { email })
      const erased = await eraseByEmail(ctx, input.email)
      const lines = erased.map(({ message }) => message)
      if (erased.length > 1) lines.unshift(`${erased.length} deleted accounts had this email:`)
      return lines.join('\n')
    },
  },
  recount: {
    takes: '',
    needsPassword: false,
    async run(ctx) {
      // A million reports take longer than the query timeout.
      const db = connect(ctx.config, { withoutQueryTimeout: true })
      try {
        const { wrongTasks } = await recount(db)
        return `Counters rebuilt. ${wrongTime(wrongTasks)}`
      } finally {
        await db.destroy()
      }
    },
  },
  reindex: {
    takes: '',
    needsPassword: false,
    async run(ctx) {
      const db = connect(ctx.config, { withoutQueryTimeout: true })
      let printed = -1
      try {
        await rebuildIndex(db, {
          onProgress({ done, total }) {
            const percent = Math.floor((100 * done) / total)
            if (percent > printed) console.error(`${percent}% of ${formatCount(total)} indexed`)
            printed = percent
          },
        })
        return 'Search index rebuilt.'
      } finally {
        await db.destroy()
      }
    },
  },
  'resume-mail': {
    takes: '',
    needsPassword: false,
    async run(ctx) {
      await groupCommit(ctx.db, trx => resumeMail(ctx, trx, byCommand))
      return messages.mail.resumed
    },
  },
  'adopt-files': {
    takes: '',
    needsPassword: false,
    mayCreate: ({ anyway }) => anyway,
    async check(config, { anyway }) {
      const folder = fileFolder(config)
      // Without a folder there are no files, and opening the store would create it.
      if (anyway || (folder && !existsSync(folder))) return
      if (await isNewDatabase(config)) await refuseUnknownFiles(await openStorage(config))
    },
    run: (ctx, _args, options) => adoptFiles(ctx, options),
  },
}

/** These commands need only the settings and don't migrate the database first. */
const settingsCommands: Record<string, SettingsCommand> = {
  ...archiveCommands,
  'test-mail': {
    needs: 1,
    takes: '<email>',
    async run({ mail }, email) {
      const input = validate(emailInput, { email })
      const mailer = smtpMailer(mail)
      try {
        await mailer.send(testMail(input.email))
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        const problem = mailProblem(error.reason)
        if (problem === messages.mail.problems.unknown || error.message.includes(problem)) throw error
        throw new CommandError(`${error.message}\n${problem}`)
      } finally {
        mailer.close()
      }
      console.log(messages.mail.testSent(input.email))
    },
  },
}

const wordsIn = (text: string) => text.split(' ').filter(Boolean).length

function wrongTime(tasks: number): string {
  if (tasks === 0) return 'The time logged on tasks was right.'
  return `The time logged on ${tasks === 1 ? '1 task' : `${formatCount(tasks)} tasks`} was wrong.`
}

/** Refuses unknown options: with a misspelled --env-file the command would use another database. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'password-stdin': { type: 'boolean' },
        anyway: { type: 'boolean' },
        'env-file': { type: 'string' },
      },
    })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!code.startsWith('ERR_PARSE_ARGS_')) throw error
    const [sentence = ''] = message.split(/\. |\n/)
    console.error(`${sentence.replaceAll("'", '')}. Nothing was changed.\n\n${usage}`)
    process.exit(2)
  }
}

async function runCommand(): Promise<void> {
  const { positionals, values } = readArguments()
  const [name = '', ...args] = positionals
  const envFile = values['env-file']
  const readSettings = () => (envFile === undefined ? readProcessConfig() : readConfigWithFile(envFile))
  const settingsCommand = Object.hasOwn(settingsCommands, name) ? settingsCommands[name] : undefined
  if (settingsCommand && args.length >= settingsCommand.needs && args.length <= 1) {
    await settingsCommand.run(readSettings(), args[0])
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || args.length !== wordsIn(command.takes)) {
    const known = settingsCommand ?? command
    const said = known
      ? `The command is: npm run admin -- ${name} ${known.takes}`.trimEnd()
      : `There is no command "${name}"`
    console.error(`${name === '' ? '' : `${said}. Nothing was changed.\n\n`}${usage}`)
    process.exit(2)
  }
  const isChosen = command.needsPassword && values['password-stdin'] === true
  const password = isChosen
    ? (await text(process.stdin)).replace(/\r?\n$/, '')
    : randomBytes(12).toString('base64url')

  const config = readSettings()
  const options = { password, anyway: values.anyway === true }
  let ctx: Context | undefined
  try {
    await command.check?.(config, options)
    ctx = await openContext(config, console.error, { mayCreate: command.mayCreate?.(options) ?? false })
    await runRecorded(ctx, { name, command, args, options })
    if (command.needsPassword && !isChosen) console.log(`Password: ${password}`)
  } finally {
    ctx?.mailer.close()
    await ctx?.db.destroy()
    giveToOwner(config)
  }
}

type Called = { name: string; command: Command; args: string[]; options: Options }

/** A command that fails is recorded too: it can have changed something before, or have been an attempt. */
async function runRecorded(ctx: Context, { name, command, args, options }: Called): Promise<void> {
  // Of the arguments only a choice is recorded, such as "on": the others are e-mails and names.
  const [choice] = args
  const isChoice = choice !== undefined && command.takes.slice(1, -1).split('|').includes(choice)
  const called = isChoice ? `${name} ${choice}` : name
  const record = (hasFailed: boolean) =>
    groupCommit(ctx.db, trx =>
      emit(ctx, trx, byCommand, { kind: 'command.run', command: called, hasFailed, ranBy: ranBy() }),
    )
  try {
    console.log(await command.run(ctx, args, options))
  } catch (error) {
    // If the database is away, the failure of the command says more than that of its record.
    await record(true).catch(() => {})
    throw error
  }
  await record(false)
}

/** A refusal of a service is printed as the sentence that the app shows, without a stack. */
function throwCommandError(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new CommandError(error.errors ? Object.values(error.errors).join('\n') : error.message)
}

await explain(() => runCommand().catch(throwCommandError))
