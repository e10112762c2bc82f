import type { Endpoint } from '../../model/vocabulary.ts'
import type { Recipe } from '../recipe.ts'
import { contentRecipe } from './content.ts'
import { editRecipe, generateRecipe, variationRecipe } from './images.ts'
import { messagesRecipe } from './messages.ts'

/** The recipes by operation; an operation without one has nothing to choose from. */
export const recipes: Partial<Readonly<Record<Endpoint, Recipe>>> = {
  'images.generate': generateRecipe,
  'images.edit': editRecipe,
  'images.variation': variationRecipe,
  'content.generate': contentRecipe,
  'content.stream': contentRecipe,
  'messages.create': messagesRecipe(false),
  'messages.stream': messagesRecipe(true),
}
