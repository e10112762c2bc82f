import { brokenHttp } from './broken-http.ts'
import { floods } from './floods.ts'
import type { Hostile } from './hostile.ts'
import { oddJson } from './odd-json.ts'
import { rejections } from './rejections.ts'
import { silences } from './silences.ts'

export const hostiles: readonly Hostile[] = [...silences, ...floods, ...brokenHttp, ...oddJson, ...rejections]
