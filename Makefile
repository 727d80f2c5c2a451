# Each target is one call of `python -m course …`, which sets up what it needs first.
# No make (Windows)? Give the command itself: `py -m course grade --example`, and so on.
PYTHON ?= python3
COURSE = $(PYTHON) -m course

.DEFAULT_GOAL := help
.PHONY: help grade test lab instructor build book pdf slides bundle attack bench lock doctor data

help:    ## this list
	@$(COURSE) help

grade:   ## grade the example class on the NDCG assignment, end to end
	@$(COURSE) grade --example

test:    ## run all the tests
	@$(COURSE) test

lab:     ## open JupyterLab at the first lesson
	@$(COURSE) lab

instructor: ## open the formgrader on a graded class, to mark by hand
	@$(COURSE) instructor

build:   ## rebuild notebooks, source/, release/ and solutions/ from their texts
	@$(COURSE) build

book:    ## the web book, in build/book/index.html
	@$(COURSE) book

pdf:     ## the printable guide, in build/guide.pdf
	@$(COURSE) pdf

slides:  ## the slides of a class, in build/slides.pptx and build/slides.html
	@$(COURSE) slides

bundle:  ## the zip for students: notebooks, the package and data, nothing that answers
	@$(COURSE) bundle

attack:  ## grade the whole corpus of bad, odd and hostile submissions
	@$(COURSE) attack

bench:   ## compare the speed of our metrics with other libraries
	@$(COURSE) bench

lock:    ## compile requirements*.txt from pyproject.toml
	@$(COURSE) lock

doctor:  ## versions, data, grading, and the worked example as a sanity check
	@$(COURSE) doctor

data:    ## fetch MovieLens 100K
	@$(COURSE) data
