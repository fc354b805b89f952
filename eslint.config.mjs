import js from "@eslint/js";
import jsdoc from "eslint-plugin-jsdoc";
import globals from "globals";

export default [
  { ignores: ["**/node_modules/**", "**/dist/**", "**/build/**", "**/.venv*/**"] },
  js.configs.recommended,
  jsdoc.configs["flat/recommended-typescript-flavor-error"],
  {
    files: ["**/*.mjs"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: { ...globals.browser, ...globals.node } },
    rules: {
      "max-lines": ["error", { max: 300, skipBlankLines: true }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      quotes: ["error", "double", { avoidEscape: true }],
      "jsdoc/tag-lines": ["error", "any", { startLines: 1 }],
      "jsdoc/require-param-description": "off", // a name and a type say it; a description is for what they cannot
      "jsdoc/require-returns-description": "off", // the same
      "jsdoc/reject-any-type": "off", // what a rule book's fields and answers hold is known to the rule book alone
    },
  },
];
