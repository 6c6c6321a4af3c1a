# A console worker: docker build --file docker/worker.Dockerfile . It joins a runner elsewhere; what is said to it is the options of
# ./outcry worker. It has no port, and so no health to be asked for: it ends when it is of no use any more.
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
# The program of its members is bundled from the sources, and has to be the runner's own.
COPY . .
# Where it keeps what it starts; with a read-only file system this is put in memory, which takes the rights of the folder but not its owner.
RUN mkdir --mode=1777 .outcry
USER node
ENTRYPOINT ["node", "--import", "tsx", "cli/main.ts", "worker"]
CMD ["--help"]
