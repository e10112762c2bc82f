import { encodedMembers } from '../plan/values/changes.ts'

/**
 * A place of requests, as items name it: `*` stands for the index of an item, names are in camelCase, and everything
 * inside of user-defined content is one place for each name, however deep.
 */
export interface ItemPlace {
  readonly name: string
  /** True for a member with content that users define, and for everything inside of it. */
  readonly isUserDefined: boolean
  /** True for a member with an encoded text. */
  readonly isEncoded: boolean
  /** Returns the place of a member or, with `*`, of the items. Returns the same place each time. */
  child(step: string): ItemPlace
}

/** Members with content that users define. */
const usersOwn = new Set(['inputSchema', 'parameters', 'responseSchema', 'input', 'args', 'response'])

export function rootPlace(): ItemPlace {
  return newPlace('', '', undefined)
}

/** `owner` is the place of the member that contains user-defined content. */
function newPlace(name: string, step: string, owner: ItemPlace | undefined): ItemPlace {
  const children = new Map<string, ItemPlace>()
  const place: ItemPlace = {
    name,
    isUserDefined: owner !== undefined || usersOwn.has(step),
    isEncoded: encodedMembers.has(step),
    child: (below) => {
      const known = children.get(below)
      if (known !== undefined) return known
      const made = newChild(camelCase(below))
      children.set(below, made)
      return made
    },
  }
  return place

  function newChild(inner: string): ItemPlace {
    if (owner !== undefined) return owner.child(inner)
    return place.isUserDefined
      ? newPlace(`${name}/**/${inner}`, inner, place)
      : newPlace(`${name}/${inner}`, inner, undefined)
  }
}

/** Converts a name to camelCase, the spelling of the specification's tables. */
export function camelCase(name: string): string {
  return name.includes('_') ? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name
}
