# A console worker: docker build --file docker/worker.Dockerfile . It joins a runner elsewhere and takes the options of ./outcry worker.
# It has no port, so it has no health check: it ends when its work is done.
FROM node:24.18.0-bookworm-slim AS build
WORKDIR /outcry
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node --import tsx docker/build-worker.ts

FROM node:24.18.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /outcry
COPY --from=build /outcry/docker/dist/node_modules node_modules
# The members' program is bundled from the sources, which must be the runner's.
COPY . .
# Folder for the list of what it starts. A read-only container mounts it in memory with the folder's rights, but not its owner.
RUN mkdir --mode=1777 .outcry
USER node
# A proxy of the container is for downloads, not for the clients of a session.
ENTRYPOINT ["env", "--unset=NODE_USE_ENV_PROXY", "--unset=NODE_OPTIONS", "node", "--import", "tsx", "cli/main.ts", "worker"]
CMD ["--help"]
