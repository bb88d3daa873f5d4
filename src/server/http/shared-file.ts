import { resolveConcerns, type Topic } from '#contract/freshness.ts';
import type { ChangeVersions } from '../changes/change-versions.ts';
import type { CachedResponse } from './response-cache.ts';

interface SharedFile {
  dependsOn: readonly Topic[];
  build: (origin: string) => Promise<CachedResponse>;
}

/** Rebuilds the file per origin after one of its topics changes. `beforeBuild` can refuse. */
export function createSharedFile(
  changeVersions: ChangeVersions,
  { dependsOn, build }: SharedFile,
): (origin: string, beforeBuild: () => Promise<unknown>) => Promise<CachedResponse> {
  let shared: { key: string; response: Promise<CachedResponse> } | undefined;
  return async (origin, beforeBuild) => {
    const key = `${origin}@${changeVersions(resolveConcerns({ dependsOn }))}`;
    if (shared?.key === key) return shared.response;
    await beforeBuild();
    const response = build(origin);
    shared = { key, response };
    // The next request tries again.
    response.catch(() => {
      if (shared?.response === response) shared = undefined;
    });
    return response;
  };
}
