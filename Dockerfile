# The site in a container: see docs/operating.md. Without DATABASE_URL it runs a PostgreSQL of its own in
# /data, as anywhere else.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# What changes seldom comes first, so that a new version of the sources installs nothing anew.
COPY package.json package-lock.json .npmrc ./
COPY deploy/runtime/package.json deploy/runtime/
COPY tests/openapi/package.json tests/openapi/
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node scripts/build/build.mjs
# Then what the built server loads from node_modules, without what only people and tools read. A readme may
# be all that has a license's text.
RUN npm ci --workspace=deploy/runtime --ignore-scripts --prefer-offline \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete \
  && find node_modules -type f -name '*.md' ! -iname '*licen[sc]e*' ! -iname '*notice*' \
    -exec grep -LZiE 'permission|redistribut' {} + | xargs -0r rm \
  && node dist/server/tools/link-postgresql.js

# Not Node's own image: npm and yarn have no work here, and nothing of them can be misused.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# PostgreSQL refuses root, and wants to know its user's name. The numbers stay: a volume's files have them.
RUN groupadd --system --gid 10001 called-it \
  && useradd --system --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin called-it \
  && install -d -o 10001 -g 10001 -m 700 /data
WORKDIR /app
# All of it root's, so that whoever breaks into the process changes nothing of it.
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/bands bands
COPY --from=build /app/drizzle drizzle
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER 10001:10001
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
# In two seconds it is answered 503 where the database is away, so three are silence.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
