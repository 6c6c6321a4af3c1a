# An app whose server runs on .NET: docker build --file docker/dotnet.Dockerfile --build-arg APP=<id> .
# docker-compose.yml gives it its command, the `start` of its app.json.
# Node.js builds the pages and runs the app's build commands, which need the SDK, so this stage has both.
FROM mcr.microsoft.com/dotnet/sdk:10.0.401 AS sdk

FROM node:24.18.0-bookworm AS build
COPY --from=sdk /usr/share/dotnet /usr/share/dotnet
RUN ln -s /usr/share/dotnet/dotnet /usr/local/bin/dotnet
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

FROM mcr.microsoft.com/dotnet/aspnet:10.0.12
ARG APP
# Apps that keep the auction house in a file use the system's SQLite, which the distribution patches.
RUN apt-get update && apt-get install --yes --no-install-recommends libsqlite3-0 && rm -rf /var/lib/apt/lists/*
ENV HOST=0.0.0.0 PORT=4000 STATIC_DIR=/outcry/apps/$APP/dist/public
WORKDIR /outcry/apps/$APP
COPY --from=build /outcry/apps/$APP/dist dist
# Folder of an app's database file: docker-compose.yml mounts a volume here, which takes this folder's owner and rights.
RUN mkdir /data && chown app:app /data
USER app
EXPOSE 4000
# This image has no HTTP client; bash can open the port.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]
CMD ["dotnet", "dist/server/server.dll"]
