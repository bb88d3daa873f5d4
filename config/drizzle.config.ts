import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/server/db/schema.ts',
    './src/server/db/account-schema.ts',
    './src/server/db/band-schema.ts',
    './src/server/db/forum-schema.ts',
    './src/server/db/house-schema.ts',
    './src/server/db/import-schema.ts',
    './src/server/db/notice-schema.ts',
    './src/server/db/prediction-schema.ts',
  ],
  out: './drizzle',
});
