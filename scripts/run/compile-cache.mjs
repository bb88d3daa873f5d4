import module from 'node:module';
import { fileURLToPath } from 'node:url';

// The next start reuses the code that this one compiles. Node 20 has no such cache.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function')
  module.enableCompileCache(fileURLToPath(new URL('../../dist/.compile-cache', import.meta.url)));
