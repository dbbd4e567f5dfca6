import { testUpgrades } from '../../test/upgrade-suite.ts'

testUpgrades('postgres')
