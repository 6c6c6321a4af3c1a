# The web API with the chart merger: docker build --file docker/web-api.Dockerfile .
FROM node:24.18.0-bookworm-slim AS build
WORKDIR /outcry
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node --import tsx docker/build-web-api.ts

FROM node:24.18.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4800 SCENARIOS_FILE=/outcry/scenarios.json
WORKDIR /outcry
COPY --from=build /outcry/chart-merger/dist chart-merger/dist
# The bundle, only the packages that it imports, and the scenarios' charts.
COPY --from=build /outcry/docker/dist ./
# The run records; docker-compose.yml mounts the checkout's folder here.
RUN mkdir results && chown node:node results
USER node
EXPOSE 4800
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "web-api.mjs"]
