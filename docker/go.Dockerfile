# An app whose server is a program in Go: docker build --file docker/go.Dockerfile --build-arg APP=<id> .
# docker-compose.yml gives it its command, the `start` of its app.json.
# Node.js builds the pages and runs the app's build commands, which need Go, so this stage has both.
FROM golang:1.26.8-bookworm AS go

FROM node:24.18.0-bookworm AS build
COPY --from=go /usr/local/go /usr/local/go
ENV PATH=/usr/local/go/bin:$PATH
WORKDIR /outcry
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
# Packages before the sources: Docker installs them again only if a lock file changes.
COPY system/errors.ts system/root.ts system/
COPY setup/apps/build/install-packages.ts setup/apps/build/build-failure.ts setup/apps/build/
COPY docker/install-packages.ts docker/
ARG APP
COPY apps/$APP/app.json apps/$APP/package*.json apps/$APP/
RUN node --import tsx docker/install-packages.ts "apps/$APP"
COPY . .
RUN node --import tsx docker/build-app.ts "$APP"

# Of Debian as the build, so that a program with C finds the same library; Node.js checks the health.
FROM node:24.18.0-bookworm-slim
ARG APP
ENV HOST=0.0.0.0 PORT=4000 STATIC_DIR=/outcry/apps/$APP/dist/public
WORKDIR /outcry/apps/$APP
COPY --from=build /outcry/apps/$APP/dist dist
# Folder of an app's database file: docker-compose.yml mounts a volume here, which takes this folder's owner and rights.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["dist/server"]
