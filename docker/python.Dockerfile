# An app whose server runs on Python: docker build --file docker/python.Dockerfile --build-arg APP=<id> .
# docker-compose.yml gives it its command, the `start` of its app.json.
# Based on the Node.js image, because Node.js builds the pages and checks the health. Python is Debian's in both stages: a virtual
# environment needs the interpreter that made it, at the same path.
FROM node:24.18.0-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv && rm -rf /var/lib/apt/lists/*
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

FROM node:24.18.0-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*
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
CMD ["dist/venv/bin/python", "dist/server/main.py"]
