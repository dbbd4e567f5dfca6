import { testUpgrades } from '../../test/upgrade-suite.ts'

testUpgrades('sqlite')
