# Two steps: the first installs and builds, the second keeps the build and the one package with native code.
#   docker build --build-arg COMMIT=$(git rev-parse HEAD) -t daily-report-app .
#   docker run -p 127.0.0.1:3000:3000 -v daily-report:/data --read-only --tmpfs /tmp daily-report-app

FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY vite.config.ts vite.server.config.ts tsconfig.base.json ./
COPY shared shared
COPY server server
COPY web web
COPY scripts/daily.mjs scripts/
RUN node node_modules/vite/bin/vite.js build --logLevel warn
RUN node node_modules/vite/bin/vite.js build --config vite.server.config.ts --logLevel warn

FROM node:24.21.0-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/app/compiled
COPY --from=build /app/node_modules/@node-rs node_modules/@node-rs
COPY --from=build /app/dist dist
COPY LICENSE ./
# .git isn't copied, so the commit is an argument (docs/upgrading.md). Without it the image knows only its version.
ARG COMMIT
RUN echo "$COMMIT" > dist/commit
# The only folders it writes to; the second where BACKUP_DIR says so and a volume is there.
RUN mkdir -m 700 /data /backups && mkdir compiled && chown node:node /data /backups compiled
USER node
# Loads the server without starting it, with the flags of the start: each start then finds its modules compiled.
RUN ["node", "--max-semi-space-size=2", "--heap-growing-percent=40", "dist/server/load.mjs"]
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(reply => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=40", "dist/server/main.mjs"]
