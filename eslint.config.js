import * as parser from '@babel/eslint-parser';
import accessibility from 'eslint-plugin-jsx-a11y';
import hooks from 'eslint-plugin-react-hooks';

// Beside Biome, for the rules that are React's own and those of accessibility in JSX.
export default [
  // What is built, and what a run of `npm run mutants` that was broken off left there.
  { ignores: ['dist/**'] },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    languageOptions: {
      parser,
      parserOptions: {
        requireConfigFile: false,
        babelOptions: {
          babelrc: false,
          configFile: false,
          parserOpts: { plugins: ['typescript', 'jsx'] },
        },
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  { files: ['src/web/**/*.{ts,tsx}'], ...hooks.configs.flat['recommended-latest'] },
  { files: ['src/web/**/*.tsx'], ...accessibility.flatConfigs.strict },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    rules: {
      // Biome has this rule too, and the exceptions with their reasons stand there.
      'react-hooks/exhaustive-deps': 'off',
      // Only says what React's compiler leaves alone, which is not run here.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // The keys are the input's, which keeps the focus.
    files: ['src/web/ui/combobox-option.tsx'],
    rules: { 'jsx-a11y/click-events-have-key-events': 'off' },
  },
  {
    // What scrolls must be reachable by keyboard.
    files: ['src/web/ui/scroll-region.tsx'],
    rules: { 'jsx-a11y/no-noninteractive-tabindex': 'off' },
  },
];
