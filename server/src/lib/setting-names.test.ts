import { expect, test } from 'vitest'
import { settings } from '../config.ts'
import { meantName } from './setting-names.ts'

const known = Object.keys(settings)

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['DATA_DIRS', 'DATA_DIR'],
  ['JWT_SECERT', 'JWT_SECRET'],
  ['SMPT_URL', 'SMTP_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['BACKUP_EVREY', 'BACKUP_EVERY'],
  ['O_I_D_C_ROLES', 'OIDC_ROLES'],
])('%s was meant to be %s', (given, meant) => {
  expect(meantName(given, known)).toBe(meant)
})

// Variables that each of these sets for every program, and others that are usual on servers.
const usual = {
  'a shell':
    'HOME USER LOGNAME SHELL PATH PWD OLDPWD SHLVL TERM LANG LC_ALL LANGUAGE EDITOR PAGER MAIL HOSTNAME HOSTTYPE DISPLAY TMPDIR TMP TEMP _',
  npm: 'npm_config_cache npm_config_loglevel npm_config_prefix npm_config_user_agent npm_execpath npm_lifecycle_event npm_lifecycle_script npm_package_name npm_package_version npm_node_execpath npm_command NPM_CONFIG_LOGLEVEL INIT_CWD NODE COLOR',
  Docker:
    'HOSTNAME HOME PATH NODE_VERSION YARN_VERSION NODE_ENV container DOCKER_HOST COMPOSE_FILE COMPOSE_PROJECT_NAME',
  Kubernetes:
    'KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT DAILY_REPORT_PORT DAILY_REPORT_SERVICE_HOST POSTGRES_PORT POSTGRES_SERVICE_HOST DATABASE_PORT DATABASE_SERVICE_HOST',
  systemd:
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET WATCHDOG_USEC LISTEN_FDS MAINPID STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR',
  PostgreSQL: 'PGDATA PGHOST PGUSER PGPASSWORD PGDATABASE PGPORT POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB',
  'a cloud':
    'AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_BUCKET GOOGLE_CLOUD_PROJECT DYNO HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS',
  'another program':
    'REDIS_URL MYSQL_URL SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS MAIL_HOST SECRET_KEY APP_SECRET BASE_URL APP_URL LOG_DIR LOG_FILE BACKUP_PATH ADMIN_USER JAVA_HOME CI DEBUG',
}

test.each(Object.entries(usual))('the variables of %s are near no setting', (_whose, names) => {
  for (const name of names.split(' ')) expect([name, meantName(name, known)]).toEqual([name, undefined])
})

test('names of two letters more or less than short ones mean nothing', () => {
  for (const name of ['HOSTS', 'PORTS', 'POST', 'T', 'TZ_', 'HOST_', 'SPORT'])
    expect([name, meantName(name, known)]).toEqual([name, undefined])
})

test('every setting is told from every other', () => {
  for (const name of known) expect(meantName(name, known)).toBeUndefined()
})
