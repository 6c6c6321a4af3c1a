# An app whose server runs on Node.js: docker build --file docker/node.Dockerfile --build-arg APP=<id> .
# docker-compose.yml gives it its command, the `start` of its app.json.
# Not the slim image: npm compiles native packages that have no prebuilt binary.
FROM node:24.18.0-bookworm AS build
WORKDIR /outcry
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
# Packages before the sources: Docker installs them again only if a lock file changes, and shared ones once for all apps.
COPY system/errors.ts system/root.ts system/
COPY setup/apps/build/install-packages.ts setup/apps/build/build-failure.ts setup/apps/build/
COPY docker/install-packages.ts docker/
COPY kits/node/package.json kits/node/package-lock.json kits/node/
RUN node --import tsx docker/install-packages.ts kits/node
ARG APP
COPY apps/$APP/app.json apps/$APP/package*.json apps/$APP/
RUN node --import tsx docker/install-packages.ts "apps/$APP"
COPY . .
# The running image needs this app and the shared folders, not the other apps.
RUN node --import tsx docker/build-app.ts "$APP" \
  && find apps -mindepth 1 -maxdepth 1 -type d ! -name "$APP" -exec rm -r '{}' +

FROM node:24.18.0-bookworm-slim
ARG APP
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 STATIC_DIR=/outcry/apps/$APP/dist/public
WORKDIR /outcry/apps/$APP
COPY --from=build /outcry/apps /outcry/apps
COPY --from=build /outcry/kits /outcry/kits
# Folder of an app's database file: docker-compose.yml mounts a volume here, which takes this folder's owner and rights.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.mjs"]
