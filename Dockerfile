# syntax=docker/dockerfile:1
# Two stages: what builds, and what runs. docs/operating.md says how to run it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# prepare builds JavaScript; then what only development needs is left out
RUN npm ci --no-audit --no-fund && npm prune --omit=dev --no-audit --no-fund --ignore-scripts

FROM node:24-bookworm-slim
# prlimit (util-linux) bounds the memory of query processes; tini hands signals on and reaps what ends
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini util-linux \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data /spill
WORKDIR /app
COPY --from=build /app /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 \
  SDQ_HOME=/data/home SDQ_INDEX=/data/index SDQ_SPILL_DIR=/spill UV_THREADPOOL_SIZE=16
USER node
VOLUME ["/data", "/spill"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--", "node", "packages/cli/dist/main.js"]
CMD ["serve"]
