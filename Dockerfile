# The site in a container: see docs/operator/install.md. Without DATABASE_URL it runs the embedded PostgreSQL in /data.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# Copied before the sources, so that a change of the sources reuses the installed packages.
COPY package.json package-lock.json .npmrc ./
COPY deploy/runtime/package.json deploy/runtime/
COPY tests/openapi/package.json tests/openapi/
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node scripts/build/build.mjs
# Packages that the built server loads from node_modules, without source maps, types and readmes. A readme is kept if it
# may contain the license.
RUN npm ci --workspace=deploy/runtime --ignore-scripts --prefer-offline \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete \
  && find node_modules -type f -name '*.md' ! -iname '*licen[sc]e*' ! -iname '*notice*' \
    -exec grep -LZiE 'permission|redistribut' {} + | xargs -0r rm \
  && node dist/server/tools/link-postgresql.js

# Not Node's image: without npm and yarn there is less to exploit.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# PostgreSQL refuses root and needs a named user. The ids are fixed, because the files of a volume have them.
RUN groupadd --system --gid 10001 called-it \
  && useradd --system --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin called-it \
  && install -d -o 10001 -g 10001 -m 700 /data
WORKDIR /app
# Owned by root, so that a compromised process can't change it.
COPY --from=build /app/package.json /app/LICENSE /app/CHANGELOG.md ./
COPY --from=build /app/bands bands
COPY --from=build /app/drizzle drizzle
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER 10001:10001
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
# /readyz answers 503 within two seconds if the database is down, so three mean no answer.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
