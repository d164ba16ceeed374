# syntax=docker/dockerfile:1
# Two stages: what builds, and what runs. docs/operating.md says how to run it.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /build
COPY . .
# npm ci builds JavaScript; the folder gets what runs: no sources, tests, benchmark, or dependencies of development
RUN npm ci --no-audit --no-fund && node scripts/assemble-service.ts /opt/sdq

# prlimit, which bounds the memory of query processes, is part of this image
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
RUN install --directory --owner=node --group=node /data /spill
COPY --from=build /opt/sdq /opt/sdq
WORKDIR /opt/sdq
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 \
  SDQ_HOME=/data/home SDQ_INDEX=/data/index SDQ_SPILL_DIR=/spill UV_THREADPOOL_SIZE=16
USER node
VOLUME ["/data", "/spill"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/@sdq/cli/dist/main.js"]
CMD ["serve"]
