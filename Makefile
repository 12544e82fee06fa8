# SPDX-License-Identifier: Apache-2.0
# Each target is one line of Maven or the launcher; `make` alone lists them.
.PHONY: help build test long check run bench cases fuzz slt format accept
MVN = mvn -B -q
CASES ?= tests/src/main/resources/cases/changelog
N ?= 2000
SEED ?= 1

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10
build: ## compile and package everything, no tests, no review
	$(MVN) -Dfast -DskipTests package
test: ## all tests
	$(MVN) -Dfast verify
long: ## the tests that take minutes and memory: many millions of keys, a million rows of one key
	$(MVN) -Dfast -Dlong -Dgroups=long -Dsurefire.failIfNoSpecifiedTests=false -pl core,parser,sql,operators -am test
check: ## what CI runs: all tests, the compiler as reviewer, format, architecture
	mvn -B verify
run: ## the main job
	./rowtide run examples/clicks/clicks.sql
cases: ## run a directory of case files: make cases CASES=dir
	./tests/run-cases $(CASES)
fuzz: ## random queries and data against DuckDB: make fuzz SEED=7 N=100000
	./tests/run-fuzz $(SEED) $(N)
slt: N = 20000
slt: ## SQLite's sqllogictest corpus as continuous queries: make slt SEED=7 N=20000
	./tests/run-slt $(SEED) $(N)
bench: ## measure against Flink and hand-written loops: make bench ARGS="--queries q0,q1"
	./bench/run $(ARGS)
format: ## repair the format
	$(MVN) spotless:apply
accept: ## write the generated pages anew, for review
	$(MVN) -Dfast -pl tests -am -Dtest=GeneratedPagesTest -Dsurefire.failIfNoSpecifiedTests=false -Drowtide.accept=true verify
