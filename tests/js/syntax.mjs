// The syntax trees of the JavaScript: what each module imports, defines, and how large its classes are.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const CONSOLE = "vttbridge/web/console";

/** @typedef {{kind: "class" | "function" | "method" | "attribute" | "variable", name: string}} Definition */

/**
 * Returns the modules below a folder, by their path from the root.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function modulesBelow(folder) {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".mjs")).map((name) => path.posix.join(folder, name.split(path.sep).join("/"))).sort();
}

/**
 * Returns the syntax tree of some source.
 *
 * @param {string} source
 * @returns {ts.SourceFile}
 */
export function treeOf(source) {
  return ts.createSourceFile("module.mjs", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
}

/**
 * Returns the syntax tree of a module.
 *
 * @param {string} module
 * @returns {ts.SourceFile}
 */
export function treeIn(module) {
  return treeOf(readFileSync(path.join(ROOT, module), "utf8"));
}

/**
 * Returns what a module imports: each path as it is written.
 *
 * @param {ts.SourceFile} tree
 * @returns {string[]}
 */
export function importsOf(tree) {
  return tree.statements.flatMap((one) => ((ts.isImportDeclaration(one) || ts.isExportDeclaration(one)) && one.moduleSpecifier ? [/** @type {ts.StringLiteral} */ (one.moduleSpecifier).text] : []));
}

/**
 * Returns the paths that a module imports types from, in its comments.
 *
 * @param {ts.SourceFile} tree
 * @returns {string[]}
 */
export function typeImportsOf(tree) {
  return [...tree.text.matchAll(/import\("([^"]+)"\)/g)].map(([, found]) => found);
}

/**
 * Returns everything that a module gives a name to.
 *
 * @param {ts.SourceFile} tree
 * @returns {Definition[]}
 */
export function definitionsIn(tree) {
  /** @type {Definition[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isClassDeclaration(node)) found.push({ kind: "class", name: node.name?.text ?? "" });
    else if (ts.isFunctionDeclaration(node)) found.push({ kind: "function", name: node.name?.text ?? "" });
    else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) found.push({ kind: "variable", name: node.name.text });
    else if (ts.isParameter(node) && ts.isIdentifier(node.name)) found.push({ kind: "variable", name: node.name.text });
    else if (ts.isBindingElement(node) && ts.isIdentifier(node.name)) found.push({ kind: "variable", name: node.name.text });
    else if (isMethod(node)) found.push({ kind: "method", name: nameOf(node) });
    else if (ts.isPropertyDeclaration(node)) found.push({ kind: "attribute", name: nameOf(node) });
    else if (isAssignedAttribute(node)) found.push({ kind: "attribute", name: node.left.name.text });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * Returns the classes of a module with the names of their methods and attributes, private ones counted. A function that
 * is kept as an attribute is a method.
 *
 * @param {ts.SourceFile} tree
 * @returns {{name: string, methods: string[], attributes: string[]}[]}
 */
export function classesIn(tree) {
  return tree.statements.filter(ts.isClassDeclaration).map((one) => {
    const isFunction = (/** @type {ts.ClassElement} */ member) => ts.isPropertyDeclaration(member) && member.initializer !== undefined && ts.isArrowFunction(member.initializer);
    const methods = one.members.filter((member) => isMethod(member) || isFunction(member)).map(nameOf);
    const attributes = new Set(one.members.filter((member) => ts.isPropertyDeclaration(member) && !isFunction(member)).map(nameOf));
    const visit = (/** @type {ts.Node} */ node) => {
      if (isAssignedAttribute(node)) attributes.add(node.left.name.text);
      ts.forEachChild(node, visit);
    };
    for (const member of one.members) if (ts.isConstructorDeclaration(member)) visit(member);
    return { name: one.name?.text ?? "", methods, attributes: [...attributes] };
  });
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.MethodDeclaration | ts.AccessorDeclaration}
 */
function isMethod(node) {
  return ts.isMethodDeclaration(node) || ts.isGetAccessor(node) || ts.isSetAccessor(node);
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.BinaryExpression & {left: ts.PropertyAccessExpression}}
 */
function isAssignedAttribute(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(node.left) &&
    node.left.expression.kind === ts.SyntaxKind.ThisKeyword
  );
}

/**
 * @param {ts.ClassElement | ts.MethodDeclaration | ts.AccessorDeclaration} member
 * @returns {string}
 */
function nameOf(member) {
  return member.name?.getText() ?? "";
}
