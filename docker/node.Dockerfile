# An app whose server runs on Node.js: docker build --file docker/node.Dockerfile --build-arg APP=<id> .
# docker-compose.yml gives it its command, the `start` of its app.json.
# Not the slim image: packages with a native part are compiled where nobody offers them compiled.
FROM node:24.18.0-bookworm AS build
WORKDIR /outcry
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
# Packages before the sources: they are installed anew only when a lock file changes, those that all apps share once for all.
COPY system/errors.ts system/root.ts system/
COPY setup/apps/packages.ts setup/apps/build-failure.ts setup/apps/
COPY docker/install-packages.ts docker/early-packages.ts docker/
COPY apps/node-kit/package.json apps/node-kit/package-lock.json apps/node-kit/
RUN node --import tsx docker/install-packages.ts apps/node-kit
ARG APP
COPY apps/$APP/app.json apps/$APP/package*.json apps/$APP/
RUN node --import tsx docker/install-packages.ts "apps/$APP"
COPY . .
# What runs needs this app and what the apps share, not the other apps.
RUN node --import tsx docker/build-app.ts "$APP" \
  && find apps -mindepth 1 -maxdepth 1 -type d ! -name "$APP" -exec test -f '{}/app.json' ';' -exec rm -r '{}' ';'

FROM node:24.18.0-bookworm-slim
ARG APP
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 STATIC_DIR=/outcry/apps/$APP/dist/public
WORKDIR /outcry/apps/$APP
COPY --from=build /outcry/apps /outcry/apps
# Where an app that keeps its database in a file has it: docker-compose.yml puts a volume there, which begins as this folder is.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.mjs"]
