# An app whose server runs on .NET: docker build --file docker/dotnet.Dockerfile --build-arg APP=<id> .
# docker-compose.yml gives it its command, the `start` of its app.json.
# Node.js builds the pages and runs the app's build commands, which need the SDK; both are in one place here.
FROM mcr.microsoft.com/dotnet/sdk:10.0.401 AS sdk

FROM node:24.18.0-bookworm AS build
COPY --from=sdk /usr/share/dotnet /usr/share/dotnet
RUN ln -s /usr/share/dotnet/dotnet /usr/local/bin/dotnet
WORKDIR /outcry
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
# Packages before the sources: they are installed anew only when a lock file changes.
COPY system/errors.ts system/root.ts system/
COPY setup/apps/packages.ts setup/apps/build-failure.ts setup/apps/
COPY docker/install-packages.ts docker/early-packages.ts docker/
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
# Where an app that keeps its database in a file has it: docker-compose.yml puts a volume there, which begins as this folder is.
RUN mkdir /data && chown app:app /data
USER app
EXPOSE 4000
# There is no program for HTTP in this image; bash can open the port by itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]
CMD ["dotnet", "dist/server/server.dll"]
